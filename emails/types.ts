/** What the server hands to the templates, and what it gets back. Plain values; names are those of the columns. */

export interface Email {
  subject: string
  html: string
  text: string
}

export interface EmailAppointment {
  id: number
  service_name: string
  professional_name: string
  /** YYYY-MM-DD and HH:MM on the business's clocks. */
  appointment_date: string
  appointment_time: string
  duration_minutes: number
  price: number
  notes: string | null
}

export interface EmailClient {
  client_name: string
  client_phone: string
  client_email: string
  client_id: string | null
}

export interface EmailBusiness {
  business_name: string
  phone: string
  email: string
  whatsapp: string | null
  is_virtual: boolean
  address: string | null
  city: string | null
  latitude: number | null
  longitude: number | null
  currency: string
  brand_color: string | null
  brand_color_secondary: string | null
  /** A whole address (https://…): mails have no page to be relative to. */
  logo_url: string | null
}

export interface AppointmentEmail {
  appointment: EmailAppointment
  client: EmailClient
  business: EmailBusiness
  /** Today's date on the business's clocks, when the mail is sent. */
  today: string
  /** The installation's address, without a slash at the end. */
  public_url: string
}

/** To the client: what was booked. */
export interface BookedClient extends AppointmentEmail {
  /** Opens the client's appointments without any other key: for this mail's reader only. */
  portal_url: string
}

/** To the owner: who booked what. */
export type BookedOwner = AppointmentEmail

export interface EmailTemplates {
  bookedClient(data: BookedClient): Email
  bookedOwner(data: BookedOwner): Email
}
