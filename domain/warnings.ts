/** What an operator must look at although the server serves; docs/operations.md says what to do about each. */
export const WARNINGS = [
  'mail_stopped',
  'whatsapp_disconnected',
  'whatsapp_templates',
  'messages_late',
  'unknown_addresses',
  'planner_late',
  'sign_ins_crowded',
  'disk_low',
  'changes_refused',
  'clock_differs',
  'backup_late',
  'backup_failed',
  'backup_beside_data',
  'backup_none',
  'rehearsal_failed',
] as const
export type Warning = (typeof WARNINGS)[number]

/** What the operator is mailed: what nobody notices until it is too late, and mail itself can tell. */
export const OPERATOR_WARNINGS = [
  'backup_late',
  'backup_failed',
  'backup_beside_data',
  'rehearsal_failed',
  'disk_low',
  'unknown_addresses',
  'clock_differs',
] as const satisfies Warning[]
export type OperatorWarning = (typeof OPERATOR_WARNINGS)[number]

/** Whether it is about backups, so that their last one is worth naming. */
export const isOfBackups = (warning: OperatorWarning) => /^(backup|rehearsal)_/.test(warning)

/** Whether it is mailed once a week while it lasts, for each reason; the others once a day. */
export const isWeekly = (warning: OperatorWarning) => warning === 'rehearsal_failed'
