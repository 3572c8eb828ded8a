/** The fields of the attendance form. */
import { ATTENDANCES, type Attendance } from './appointment.ts'
import { isBlank, LIMITS, longText } from './fields.ts'
import { priceError } from './service.ts'

/** The error of each field. */
export const ATTENDANCE_RULES = {
  attendance_status: (value: unknown) =>
    ATTENDANCES.includes(value as Attendance)
      ? undefined
      : 'La asistencia debe ser "attended", "no_show" o "pending"',
  actual_price: (value: unknown) => (isBlank(value) ? undefined : priceError(value)),
  no_show_reason: (value: unknown) => longText(value, LIMITS.text),
}
