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

/** What became of an appointment, and what its reader knew of it. */
export interface ChangedAppointment extends AppointmentEmail {
  actor: 'client' | 'owner'
  /** What was different before, as its reader knew it: date, time and duration together, or none of them. */
  old: Partial<EmailAppointment>
  /** Why it was cancelled, if somebody said so. */
  reason: string | null
}

/** To the client: the appointment is at another time, or with somebody else; or something of it is different. */
export interface ChangedClient extends ChangedAppointment {
  portal_url: string
}

/** To the client: the appointment does not take place. */
export interface CancelledClient extends ChangedClient {
  /** The business's page, to book again. */
  page_url: string
}

/** To the owner: what a client changed. */
export type ChangedOwner = ChangedAppointment

/** To the client, before the appointment. */
export interface Reminder extends AppointmentEmail {
  kind: 'advance' | 'two_hours'
  portal_url: string
  /** A page that asks whether the client comes. */
  confirm_url: string
  /** The client has said so already. */
  is_confirmed: boolean
}

/** To the owner: the business has an account. */
export interface Welcome {
  business_name: string
  /** The page where clients will book. */
  page_url: string
  public_url: string
}

/** To the owner: the way to a new password. */
export interface PasswordReset {
  business_name: string
  /** Good for an hour, once: for this mail's reader only. */
  reset_url: string
  public_url: string
}

/** To the owner: the account has another password, or another e-mail than the one this goes to. */
export interface AccountChanged {
  change: 'password' | 'email'
  business_name: string
  /** 'el 20 de noviembre, 3:30 pm' */
  at: string
  /** With most of its name hidden; empty for a password. */
  new_email: string
  public_url: string
}

export interface EmailTemplates {
  accountChanged(data: AccountChanged): Email
  bookedClient(data: BookedClient): Email
  bookedOwner(data: BookedOwner): Email
  cancelledClient(data: CancelledClient): Email
  cancelledOwner(data: ChangedOwner): Email
  movedClient(data: ChangedClient): Email
  movedOwner(data: ChangedOwner): Email
  editedClient(data: ChangedClient): Email
  editedOwner(data: ChangedOwner): Email
  reminder(data: Reminder): Email
  welcome(data: Welcome): Email
  passwordReset(data: PasswordReset): Email
}
