import type { Site } from '../context.ts'

/** What a client sees of an appointment, as the portal's calls answer it. */
export interface Appointment {
  id: number
  service_id: number
  service_name: string
  professional_id: number
  professional_name: string
  business_id: number
  business_name: string
  business_address: string | null
  business_slug: string
  business_phone: string
  business_whatsapp: string | null
  business_is_suspended: boolean
  timezone: string
  currency: string
  latitude: number | null
  longitude: number | null
  appointment_date: string
  appointment_time: string
  duration_minutes: number
  starts_at: string
  price: number
  status: string
  attendance_status: string
  rescheduled_from: string | null
  cancellation_reason: string | null
  client_confirmed_at: string | null
  /** Of its calendar entry: it grows with every change. */
  sequence: number
}

/** How somebody got in: by the link of an e-mail, or by document and e-mail. */
export type Access = { token: string } | { client_id: string; client_email: string }

export interface PortalData {
  verification: Site['verification']
  publicUrl: string
  /** The server's clock, epoch milliseconds. */
  now: number
}

export interface Slot {
  date: string
  time: string
}
