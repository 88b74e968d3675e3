import { acts, actions, errors, fields, kinds, movementReasons, values, whys } from './th/codes.ts';
import { common, currency, factor, frame, keys, link, palette, roles, session, time } from './th/common.ts';
import { approvals, audit, reviews } from './th/control.ts';
import { exports } from './th/exports.ts';
import { incoming } from './th/incoming.ts';
import { members } from './th/members.ts';
import { payouts } from './th/payouts.ts';
import { passkeys, people } from './th/people.ts';
import { protection } from './th/protection.ts';
import { ownRoles, permissions, permissionSubjects } from './th/roles.ts';
import { settings, settingSections } from './th/settings.ts';
import { chatKinds, sections, steps } from './th/sections.ts';
import { today } from './th/today.ts';
import { views } from './th/views.ts';
import type { Words } from './words.ts';

/** Every text in Thai. */
export const th: Words = {
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
