import { account } from '@krapao/contract/account';
import { callerOf } from '../../http/caller.ts';
import type { Router } from '../../http/router.ts';
import type { AccountService } from './service.ts';

export function accountRoutes(router: Router, accounts: AccountService): void {
  router.add(account['POST /api/account/validate'], async ({ body, request }) => {
    await accounts.validate(body, callerOf(request));
    return { message: 'OK' };
  });

  router.add(account['POST /api/account'], async ({ body, request }) => {
    const { sourceCode = '', inviteCode = '', currency = '' } = body;
    await accounts.register({ ...body, sourceCode, inviteCode, currency }, callerOf(request));
    return { message: 'SUCCESS' };
  });

  router.add(account['PUT /api/account/bankAccountName'], async ({ member, body, language }) => {
    await accounts.renameBankAccount(member, body, language);
    return { message: 'SUCCESS' };
  });

  router.add(account['PUT /api/account/profile'], async ({ member, body, language }) => {
    await accounts.edit(member, body, language);
    return { message: 'SUCCESS' };
  });

  router.add(account['GET /api/account/profile'], ({ member }) => accounts.show(member));
}
