/** Texts of notes on days. */
export const notes = {
  lead: 'Note what explains the figures of a day, such as “campaign started” or “tag broken until 15:00”. Everyone in your company with access to this product can see it, except agencies.',
  none: 'No notes from {{from}} to {{to}} yet.',
  gone: '(former user)',
  edit: 'Edit the note for {{day}}',
  remove: 'Delete the note for {{day}}',
  saved: 'Note saved',
  example: 'e.g. campaign started',
};
