/** Texts of kept views. */
export const views = {
  title: 'Views',
  own: 'Mine',
  shared: 'Shared by others',
  keep: 'Keep this view …',
  keepShort: 'Keep',
  kept: '“{name}” is kept',
  name: 'Name',
  nameHint: 'A view of the same name is replaced.',
  audience: 'Who sees it',
  audienceOwn: 'Only me',
  audienceShared: 'All staff who may enter the room',
  forget: 'Forget “{name}” …',
  forgetShort: 'Forget',
  forgetOwn: 'Only the filters are forgotten. Nothing else changes.',
  forgetShared: 'Others lose this view, too. Only the filters are forgotten.',
} as const;
