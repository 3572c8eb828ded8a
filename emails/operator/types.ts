import type { OperatorWarning as Warning } from '#domain/warnings.ts'

/** To whoever runs the installation. */
export interface OperatorWarning {
  warning: Warning
  /** When the last whole backup was made, '20 de noviembre, 3:30 am'; null when there is none, or it does not matter. */
  last: string | null
  public_url: string
}
