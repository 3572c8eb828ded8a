/** What an operator must look at although the server serves; docs/operations.md says what to do about each. */
export const WARNINGS = [
  'mail_stopped',
  'whatsapp_disconnected',
  'whatsapp_templates',
  'messages_late',
  'planner_late',
  'disk_low',
  'backup_late',
  'backup_failed',
  'rehearsal_failed',
] as const
export type Warning = (typeof WARNINGS)[number]
