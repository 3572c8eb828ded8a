/** The input and output of the templates. Plain values; names are those of the columns. */

import type { PriceKind } from '#domain/money.ts'
import type { AccountChanged } from './account/types.ts'
import type { OperatorWarning } from './operator/types.ts'

export interface Email {
  subject: string
  html: string
  text: string
}

export interface EmailAppointment {
  id: number
  service_name: string
  professional_name: string
  /** YYYY-MM-DD and HH:MM in the business's local time. */
  appointment_date: string
  appointment_time: string
  duration_minutes: number
  price: number
  /** 'Desde' without it. */
  price_kind?: PriceKind
  notes: string | null
}

export interface EmailClient {
  client_name: string
  /** Empty when the client left none. */
  client_phone: string
  /** Null in mails to the owner, when the client left none. */
  client_email: string | null
  client_id: string | null
  /** Of the phone that booked, when it is known. */
  client_timezone?: string | null
}

export interface EmailBusiness {
  business_name: string
  phone: string
  email: string
  whatsapp: string | null
  is_virtual: boolean
  address: string | null
  city: string | null
  timezone: string
  latitude: number | null
  longitude: number | null
  currency: string
  brand_color: string | null
  brand_color_secondary: string | null
  /** An absolute address (https://…): mails have no page to be relative to. */
  logo_url: string | null
}

export interface AppointmentEmail {
  appointment: EmailAppointment
  client: EmailClient
  business: EmailBusiness
  /** Today's date for the business when the mail is sent. */
  today: string
  /** The installation's address, without a trailing slash. */
  public_url: string
}

/** To the client: the booked appointment. */
export interface BookedClient extends AppointmentEmail {
  /** Opens the client's appointments without further identification: for this mail's reader only. */
  portal_url: string
}

/** To a client who asked for it: the link to their appointments in this business, which this mail is about. */
export type PortalLink = BookedClient

/** To the owner: the booked appointment and its client. */
export type BookedOwner = AppointmentEmail

/** The outcome of a change to an appointment, and the values its reader knew before. */
export interface ChangedAppointment extends AppointmentEmail {
  actor: 'client' | 'owner'
  /** The previous values, as the reader knew them: date, time and duration together, or none of them. */
  old: Partial<EmailAppointment>
  /** The reason for the cancellation, if given. */
  reason: string | null
}

/** To the client: the appointment's time, professional or another detail changed. */
export interface ChangedClient extends ChangedAppointment {
  portal_url: string
}

/** To the client: the appointment was cancelled. */
export interface CancelledClient extends ChangedClient {
  /** The business's page, for booking again; null while it is off. */
  page_url: string | null
  /** How many others of the same client were cancelled with it. */
  others?: number
}

/** To the owner: a client's change. */
export type ChangedOwner = ChangedAppointment

/** To the client, before the appointment. */
export interface Reminder extends AppointmentEmail {
  kind: 'advance' | 'two_hours'
  portal_url: string
  /** A page that asks the client to confirm attendance. */
  confirm_url: string
  /** Whether the client has already confirmed. */
  is_confirmed: boolean
}

/** To a client who agreed to advertising. */
export interface Birthday {
  client_name: string
  business_name: string
  logo_url: string | null
  brand_color: string | null
  brand_color_secondary: string | null
  /** Where to book. */
  page_url: string
  /** Asks to get no more advertising of the business: for this mail's reader only. */
  leave_url: string
  public_url: string
}

/** To the owner: the account of the business was created. */
export interface Welcome {
  business_name: string
  /** The page where clients will book. */
  page_url: string
  /** Confirms the e-mail: for this mail's reader only. Null when it is confirmed. */
  confirm_url: string | null
  public_url: string
}

/** To the owner: the link that confirms the business's e-mail. */
export interface ConfirmEmail {
  business_name: string
  confirm_url: string
  public_url: string
}

/** To the owner: the link for a new password. */
export interface PasswordReset {
  business_name: string
  /** Valid for an hour and a single use: for this mail's reader only. */
  reset_url: string
  public_url: string
}

/** An appointment in a digest, as it is now. */
export interface DigestAppointment {
  business_id: number
  id: number
  business_name: string
  service_name: string
  professional_name: string
  appointment_date: string
  appointment_time: string
  status: 'held' | 'scheduled' | 'completed' | 'cancelled'
  /** Empty when the client left none. */
  client_phone: string
  client_timezone: string | null
  phone: string
  timezone: string
  is_virtual: boolean
}

/** To a client: what was not mailed one by one, of all businesses. */
export interface Digest {
  /** At least one, in order of their time. */
  appointments: DigestAppointment[]
  public_url: string
}

/** To somebody who is invited to a business's team. */
export interface TeamInvitation {
  business_name: string
  /** The name of who invites, when it is known. */
  invited_by: string | null
  role: string
  role_sentence: string
  /** 'viernes 27 de noviembre' */
  until: string
  /** Opens the invitation: for this mail's reader only. */
  accept_url: string
  public_url: string
}

/** To an owner: somebody accepted an invitation with another e-mail than the invited one, and waits to be let in. */
export interface InvitationClaimed {
  /** Null where they have no name. */
  claimed_by: string | null
  claimer_email: string
  invited_email: string
  business_name: string
  public_url: string
}

/** To whom an owner let in. */
export interface InvitationConfirmed {
  business_name: string
  /** With which they sign in. */
  email: string
  public_url: string
}

/** To the owner who hands a business over, and to the member who receives it. */
export interface Ownership {
  /** Whether it was taken, and not only offered. */
  is_done: boolean
  is_receiver: boolean
  giver: string
  receiver: string
  /** From when on it may be taken, in a sentence; null: at once. */
  takeable: string | null
  /** Where the business is written to, for who receives it. */
  mails_to: string | null
  business_name: string
  public_url: string
}

/** To an owner: the business is being deleted, and may come back until a date. */
export interface DeletionAsked {
  business_name: string
  /** Who asked for it. */
  by: string
  /** 'miércoles 23 de diciembre' */
  until: string
  public_url: string
}

/** To the business: what a client asks of their data. */
export interface DataRequest {
  business_name: string
  client_name: string
  /** 'Consultar' */
  what: string
  /** 'viernes 4 de diciembre' */
  until: string
  public_url: string
}

/** To whoever asked; without an outcome, `answer` says why it takes longer. */
export interface DataAnswer extends DataRequest {
  outcome: 'done' | 'refused' | null
  answer: string
}

/** The certificate: what was erased of a business, when, and what is kept. */
export interface DeletionDone {
  business_name: string
  /** By which it is found in what is kept. */
  number: number
  requested: string
  erased: string
  appointments: number
  clients: number
  services: number
  professionals: number
  images: number
  consents: number
  credit_movements: number
  kept_years: number
  public_url: string
}

export interface EmailTemplates {
  accountChanged(data: AccountChanged): Email
  birthday(data: Birthday): Email
  bookedClient(data: BookedClient): Email
  bookedOwner(data: BookedOwner): Email
  cancelledClient(data: CancelledClient): Email
  cancelledOwner(data: ChangedOwner): Email
  movedClient(data: ChangedClient): Email
  movedOwner(data: ChangedOwner): Email
  editedClient(data: ChangedClient): Email
  editedOwner(data: ChangedOwner): Email
  portalLink(data: PortalLink): Email
  reminder(data: Reminder): Email
  welcome(data: Welcome): Email
  passwordReset(data: PasswordReset): Email
  digest(data: Digest): Email
  confirmEmail(data: ConfirmEmail): Email
  teamInvitation(data: TeamInvitation): Email
  invitationClaimed(data: InvitationClaimed): Email
  invitationConfirmed(data: InvitationConfirmed): Email
  ownership(data: Ownership): Email
  dataRequest(data: DataRequest): Email
  dataAnswer(data: DataAnswer): Email
  deletionAsked(data: DeletionAsked): Email
  deletionDone(data: DeletionDone): Email
  operatorWarning(data: OperatorWarning): Email
}
