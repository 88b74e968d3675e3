import { acts, actions, errors, fields, kinds, movementReasons, values, whys } from './la/codes.ts';
import { common, currency, factor, frame, keys, link, palette, roles, session, time } from './la/common.ts';
import { approvals, audit, reviews } from './la/control.ts';
import { exports } from './la/exports.ts';
import { incoming } from './la/incoming.ts';
import { members } from './la/members.ts';
import { payouts } from './la/payouts.ts';
import { passkeys, people } from './la/people.ts';
import { protection } from './la/protection.ts';
import { ownRoles, permissions, permissionSubjects } from './la/roles.ts';
import { settings, settingSections } from './la/settings.ts';
import { chatKinds, sections, steps } from './la/sections.ts';
import { today } from './la/today.ts';
import { views } from './la/views.ts';
import type { Words } from './words.ts';

/** Every text in Lao. */
export const la: Words = {
  common,
  time,
  currency,
  frame,
  palette,
  keys,
  session,
  link,
  factor,
  roles,
  errors,
  kinds,
  actions,
  acts,
  fields,
  whys,
  values,
  movementReasons,
  steps,
  chatKinds,
  today,
  members,
  sections,
  payouts,
  incoming,
  reviews,
  approvals,
  audit,
  people,
  passkeys,
  views,
  protection,
  exports,
  ownRoles,
  permissions,
  permissionSubjects,
  settings,
  settingSections,
};
