/** Who came, and what is noted before it is known, in calls. Its rules: domain/attendance.ts. */
import { z } from 'zod'
import { type Attendance, ATTENDANCES } from '../appointment.ts'
import { ATTENDANCE_RULES } from '../attendance.ts'
import { cleanText, errorsOf, isBlank, LIMITS, numberOf } from '../fields.ts'
import { field, flag, form, formVersion } from './request.ts'

/** The attendance, or 'pending' while it is unknown. The other fields mean nothing then. */
export const attendanceInput = form(
  ({ attendance_status }) =>
    errorsOf({ attendance_status: ATTENDANCE_RULES.attendance_status(attendance_status) }),
  {
    attendance_status: field<Attendance>({
      read: (value) => value as Attendance,
      json: { type: 'string', enum: [...ATTENDANCES] },
    }),
    actual_price: field<number | null, number | string | null>({
      error: ATTENDANCE_RULES.actual_price,
      read: (value) => (isBlank(value) ? null : numberOf(value)!),
      json: { type: 'number', minimum: 0, description: 'Blank means the booked price' },
    }).default(null),
    no_show_reason: field<string | null>({
      error: ATTENDANCE_RULES.no_show_reason,
      read: (value) => cleanText(value) || null,
      json: { type: 'string', maxLength: LIMITS.text },
    }).default(null),
    ...formVersion,
  },
)

/** A step of a visit before the attendance is known, done or undone. */
export const stepInput = z.object({
  step: z.enum(['confirmed', 'arrived']),
  is_done: flag('False takes the step back').default(true),
  ...formVersion,
})

export type AttendanceInput = z.output<typeof attendanceInput>
export type StepInput = z.output<typeof stepInput>
