/** Notes on days: what is said where they are written. */
export const notes = {
  lead: 'What explains the figures of a day, such as “campaign started” or “tag broken until 15:00”. All members of your company who may see the product see it, agencies apart.',
  none: 'No notes from {{from}} to {{to}} yet.',
  gone: '(former user)',
  edit: 'Edit the note on {{day}}',
  remove: 'Delete the note on {{day}}',
  saved: 'Note saved',
  example: 'e.g. campaign started',
};
