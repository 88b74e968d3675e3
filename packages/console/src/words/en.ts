import { acts, actions, errors, fields, kinds, movementReasons, values, whys } from './en/codes.ts';
import { common, currency, factor, frame, keys, link, palette, roles, session, time } from './en/common.ts';
import { approvals, audit, reviews } from './en/control.ts';
import { exports } from './en/exports.ts';
import { incoming } from './en/incoming.ts';
import { members } from './en/members.ts';
import { payouts } from './en/payouts.ts';
import { passkeys, people } from './en/people.ts';
import { protection } from './en/protection.ts';
import { ownRoles, permissions, permissionSubjects } from './en/roles.ts';
import { settings, settingSections } from './en/settings.ts';
import { chatKinds, sections, steps } from './en/sections.ts';
import { today } from './en/today.ts';
import { views } from './en/views.ts';

/** Every text in English, from which the types of the other languages derive. */
export const en = {
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
} as const;
