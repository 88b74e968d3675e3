import { games } from '@krapao/contract/games';
import { wallet } from '@krapao/contract/wallet';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { launchPolicy, noticePolicy } from '../../http/content-policy.ts';
import type { Language } from '../../content/fields.ts';
import { languageOf } from '../../http/language.ts';
import type { Member } from '../../domain/member.ts';
import type { Router } from '../../http/router.ts';
import { assertAnswered, type PlayService } from '../play/service.ts';
import type { DueCheck } from '../play/queries.ts';
import { LAUNCH_PAGE } from './launch-pages.ts';
import type { GameService, LaunchRequest } from './service.ts';

const BY_USERNAME = {
  PG: games['GET /api/autoLogin/pg/:username'],
  BETFLIX: games['GET /api/autoLogin/betflix/:username'],
  AREASLOT: games['GET /api/autoLogin/areaslot/:username'],
  JOKER2: games['GET /api/autoLogin/joker2/:username'],
  HUAYHD: games['GET /api/autoLogin/huayhd/:username'],
} as const;

const BY_PASSWORD = {
  ASKMEBET: games['GET /api/autoLogin/askmebet/:username/:password'],
  IMI: games['GET /api/autoLogin/imi/:username/:password'],
  USUN: games['GET /api/autoLogin/usun/:username/:password'],
  CIRCUS: games['GET /api/autoLogin/circus/:username/:password'],
  SLOTRACHA: games['GET /api/autoLogin/slotracha/:username/:password'],
  PGSLOT: games['GET /api/autoLogin/pgslot/:username/:password'],
} as const;

/** @param publicUrl public URL of this server; by default the URL of the request */
export function gameRoutes(
  router: Router,
  { games: service, plays }: { games: GameService; plays: PlayService },
  publicUrl: string | undefined,
): void {
  router.add(wallet['GET /api/wallet/activate/:slotCode'], async ({ member, params }) => {
    await service.activate(member, params.slotCode);
    return { message: 'SUCCESS' };
  });

  router.add(wallet['GET /api/wallet/account/:slotCode'], ({ member, params }) =>
    service.login(member, params.slotCode),
  );

  router.add(wallet['GET /api/wallet/resetpassword/:slotCode'], async ({ member, params }) => {
    await service.resetPassword(member, params.slotCode);
    return { message: 'SUCCESS' };
  });

  interface Caller {
    member: Member;
    data: DueCheck;
    request: FastifyRequest;
  }
  const open = async (code: string, { member, data, request }: Caller, asked: LaunchRequest) => {
    assertAnswered(data);
    const entrance = await service.launch(member, code, asked);
    // The game is open already: without the note only its time is missing.
    await plays.recordLaunch(member.id, code).catch((error: unknown) => {
      request.log.error({ err: error, provider: code }, 'a launch was not noted as play');
    });
    if ('url' in entrance) return { link: entrance.url };
    return { link: (publicUrl ?? `${request.protocol}://${request.host}`) + entrance.path };
  };
  const reads = plays.due;
  for (const [code, spec] of Object.entries(BY_USERNAME)) {
    router.add(spec, ({ params, language, ...caller }) => open(code, caller, { ...params, language }), {
      reads,
    });
  }
  for (const [code, spec] of Object.entries(BY_PASSWORD)) {
    router.add(spec, ({ params, language, ...caller }) => open(code, caller, { ...params, language }), {
      reads,
    });
  }
}

/** Message in place of a launch page that is used or expired. */
const GONE: Readonly<Record<Language, string>> = {
  th: 'ลิงก์นี้ใช้ไปแล้วหรือหมดอายุ กลับไปที่กระเป๋าแล้วเปิดเกมอีกครั้ง',
  la: 'ລິ້ງນີ້ໃຊ້ໄປແລ້ວ ຫຼື ໝົດອາຍຸ ກັບໄປທີ່ກະເປົາ ແລ້ວເປີດເກມອີກຄັ້ງ',
  en: 'This link has been used or is too old. Go back to the wallet and open the game again.',
};

const gonePage = (language: Language): string =>
  `<!doctype html><html lang="${language === 'la' ? 'lo' : language}"><meta charset="utf-8">` +
  `<meta name="viewport" content="width=device-width"><title>410</title><p>${GONE[language]}</p></html>`;

/** Serves launch pages. They are not part of the player API: a browser opens them without a session. */
export function launchPageRoute(app: FastifyInstance, service: GameService): void {
  app.route<{ Params: { token: string } }>({
    method: 'GET',
    url: `${LAUNCH_PAGE}:token`,
    // A HEAD request would consume the page.
    exposeHeadRoute: false,
    schema: { hide: true },
    config: { secret: true },
    handler: async (request, reply) => {
      const page = await service.takeLaunchPage(request.params.token);
      // The header refers to an origin, and the page must have none.
      reply.removeHeader('origin-agent-cluster');
      return reply
        .status(page ? 200 : 410)
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', page ? launchPolicy(page.site) : noticePolicy)
        .header('referrer-policy', 'no-referrer')
        .send(page?.html ?? gonePage(languageOf(request.headers)));
    },
  });
}
