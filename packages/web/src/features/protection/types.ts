import type { ResponseBody } from '@krapao/contract/routes';

export type Protection = ResponseBody<'GET /api/protection'>;
export type Limit = Protection['limits'][number];
export type Choices = ResponseBody<'GET /api/protection/choices'>;
