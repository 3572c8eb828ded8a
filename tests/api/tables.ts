/**
 * Every table of the database, and what happens to its data. A migration that adds a table adds it here;
 * tables.test.ts checks that each statement is true.
 */

/** A table that belongs to a business: `business_id` is the first column of each of its keys. */
export interface BusinessTable {
  /** The part of export.json that contains it, or why none does. */
  exported: { as: string } | { not: string }
  /**
   * Whether it holds a client's data, and then whether they are erased when the client is forgotten, or why
   * not. 'sealed': no word of them is found there, and the rows go.
   */
  ofClient: 'nothing' | 'erased' | 'sealed' | { kept: string }
  /** Why rows of a business that is erased stay (server/deletion). */
  afterErasing?: { kept: string }
}

const nothing = 'nothing' as const
const erased = 'erased' as const
const made = { not: 'made from the appointments, which are in it' }
const secret = { not: 'a secret, of no use elsewhere' }

export const OF_A_BUSINESS: Record<string, BusinessTable> = {
  businesses: {
    exported: { as: 'business' },
    ofClient: nothing,
    afterErasing: { kept: 'emptied: its id, and the address that nobody is given again' },
  },
  business_hours: { exported: { as: 'business_hours' }, ofClient: nothing },
  services: { exported: { as: 'services' }, ofClient: nothing },
  service_categories: { exported: { as: 'service_categories' }, ofClient: nothing },
  professional_services: { exported: { as: 'professional_services' }, ofClient: nothing },
  professionals: { exported: { as: 'professionals' }, ofClient: nothing },
  professional_hours: { exported: { as: 'professional_hours' }, ofClient: nothing },
  appointments: { exported: { as: 'appointments' }, ofClient: erased },
  appointment_history: { exported: { as: 'appointment_history' }, ofClient: erased },
  client_cards: { exported: { as: 'client_cards' }, ofClient: erased },
  client_notes: { exported: { as: 'client_notes' }, ofClient: erased },
  client_tags: { exported: { as: 'client_tags' }, ofClient: nothing },
  // Words that many share; a forgotten client's card loses them.
  client_card_tags: { exported: { as: 'client_card_tags' }, ofClient: nothing },
  client_files: { exported: { as: 'client_files' }, ofClient: 'sealed' },
  health_notes: { exported: { as: 'health_notes' }, ofClient: 'sealed' },
  card_merges: {
    exported: { not: 'how merges of a month are taken back; the cards are in it' },
    ofClient: erased,
  },
  card_pairs: {
    exported: { not: 'which cards are proposed no more as one; the cards are in it' },
    ofClient: nothing,
  },
  client_imports: {
    exported: { not: 'which files were read; the cards that came of them are in it' },
    ofClient: nothing,
  },
  client_import_rows: {
    exported: { not: 'a file of its own, for a week; the cards are in it' },
    ofClient: erased,
  },
  cards_stale: { exported: made, ofClient: nothing },
  special_days: { exported: { as: 'special_days' }, ofClient: nothing },
  time_off: { exported: { as: 'time_off' }, ofClient: nothing },
  time_off_history: { exported: { as: 'time_off_history' }, ofClient: nothing },
  // Empty since 0660, and to be dropped: docs/decisions/0047-figures-by-card.md.
  figures_by_client: { exported: { as: 'clients' }, ofClient: erased },
  figures_by_day: { exported: made, ofClient: nothing },
  figures_by_hour: { exported: made, ofClient: nothing },
  figures_stale: { exported: made, ofClient: nothing },
  credit_movements: {
    exported: { as: 'credit_movements' },
    ofClient: nothing,
    afterErasing: { kept: 'numbers of payments, which the law wants kept for ten years' },
  },
  credit_accounts: { exported: { not: 'the sum of the movements, which are in it' }, ofClient: nothing },
  reviews: {
    exported: { as: 'reviews' },
    ofClient: {
      kept: 'a public text under the name that its author chose; no key leads from a client to it',
    },
  },
  messages: {
    exported: { not: 'what left, by mail or by hand: what it says is in the appointments' },
    ofClient: erased,
    afterErasing: { kept: 'the certificate, until it has left' },
  },
  consents: {
    exported: { as: 'consents' },
    ofClient: erased,
    afterErasing: { kept: 'facts of consents, without whoever gave them' },
  },
  data_requests: { exported: { as: 'data_requests' }, ofClient: erased },
  inbound_messages: { exported: { as: 'inbound_messages' }, ofClient: erased },
  message_texts: { exported: { as: 'message_texts' }, ofClient: nothing },
  handovers: { exported: { not: 'when a mail left, for the sender alone' }, ofClient: nothing },
  digest_items: { exported: { not: 'what a digest told, for the sender alone' }, ofClient: erased },
  undelivered: { exported: { not: 'which mail did not arrive, while it is news' }, ofClient: erased },
  sender_names: { exported: { not: 'what administrators decided of its name' }, ofClient: nothing },
  remembered_clients: { exported: secret, ofClient: nothing },
  portal_tokens: { exported: secret, ofClient: erased },
  invitations: { exported: { not: 'who was asked to come; the members are in it' }, ofClient: nothing },
  ownership_offers: { exported: { not: 'a question that is open for a week' }, ofClient: nothing },
  calendar_feeds: { exported: secret, ofClient: nothing },
  push_subscriptions: { exported: secret, ofClient: nothing },
  activity: { exported: { as: 'activity' }, ofClient: nothing },
  memberships: { exported: { as: 'members' }, ofClient: nothing },
  former_members: { exported: { not: 'who was a member; what they did is in it' }, ofClient: nothing },
  sessions: { exported: secret, ofClient: nothing },
  password_resets: { exported: secret, ofClient: nothing },
  idempotency_keys: { exported: { not: 'answers to repeated requests, kept for a day' }, ofClient: nothing },
  images: {
    exported: { not: 'the pictures that stand there are named where they are used' },
    ofClient: nothing,
    afterErasing: { kept: 'until the job of unused pictures has removed their files' },
  },
  business_deletions: {
    exported: { not: 'that it is being deleted' },
    ofClient: nothing,
    afterErasing: { kept: 'what was erased, and when' },
  },
  page_reports: { exported: { not: 'what strangers told the administrators' }, ofClient: nothing },
  page_hidings: { exported: { not: 'that reports hid its page' }, ofClient: nothing },
  business_policies: { exported: { as: 'business_policies' }, ofClient: nothing },
  kept_consents: {
    exported: { not: 'written when the business is erased' },
    ofClient: nothing,
    afterErasing: { kept: 'facts of consents, without whoever gave them, for ten years' },
  },
  share_pictures: { exported: { not: 'made from the profile' }, ofClient: nothing },
  page_changes: { exported: { not: 'when the page changed, for search engines' }, ofClient: nothing },
}

/**
 * A table that belongs to no business, and why. If it has a `business_id`: what happens to its rows with the
 * business.
 */
export interface SharedTable {
  reason: string
  withBusiness?: 'deleted' | 'unlinked'
}

export const SHARED: Record<string, SharedTable> = {
  slugs: { reason: 'an address is taken for the whole site', withBusiness: 'deleted' },
  audit_log: { reason: 'what administrators did, kept as evidence', withBusiness: 'unlinked' },
  users: { reason: 'people who sign in; one may work in several businesses' },
  second_factor_setups: { reason: 'of a person, who is no business’s: a second factor until its first code' },
  recovery_codes: { reason: 'of a person, who is no business’s' },
  passkeys: { reason: 'of a person, who is no business’s' },
  former_emails: { reason: 'of a person, for two days: what an account is given back with' },
  administrators: { reason: 'people of the installation' },
  administrator_sessions: { reason: 'their sessions' },
  backup_runs: { reason: 'when the installation was backed up' },
  status_days: { reason: 'what of the installation worked, for everybody' },
  installation: { reason: 'secrets and marks of the installation' },
  whatsapp_templates: { reason: 'what Meta says of the installation’s templates' },
  whatsapp_events: { reason: 'what WhatsApp told, for the seconds until it is known whose it is' },
  spent_challenges: { reason: 'human checks, asked before any business is known' },
  attempts: { reason: 'counts by a hash of who tries, before it is known whose' },
  arriving_pictures: { reason: 'of a business that is not here yet' },
  geocodes: { reason: 'answers of the map service, the same for everybody' },
  geocoder_turns: { reason: 'when the map service may be asked again' },
  kysely_migration: { reason: 'which migrations have run' },
  kysely_migration_lock: { reason: 'that one process migrates' },
}

/** Keys of a business's table that do not start with `business_id`, and why. */
export const ODD_KEYS: Record<string, string> = {
  businesses_pkey: 'the key of the business itself',
  businesses_email: 'an e-mail is one log-in for the whole site',
  messages_by_provider: 'WhatsApp names a message by this alone',
  push_subscriptions_endpoint: 'a browser tells of one business at a time',
  businesses_slug: 'an address is taken for the whole site',
  credit_movements_administrator_id_fkey: 'to a table of the installation',
  sender_names_administrator_id_fkey: 'to a table of the installation',
  business_deletions_requested_by_fkey: 'to a person, who is no business’s',
  page_reports_administrator_id_fkey: 'to a table of the installation',
  former_members_user_id_fkey: 'to a person, who is no business’s',
  memberships_user_id_fkey: 'to a person, who is no business’s',
  appointments_booked_by_user_id_fkey: 'to a person, who is no business’s',
  invitations_invited_by_fkey: 'to a person, who is no business’s',
  invitations_claimed_by_fkey: 'to a person, who is no business’s',
  client_imports_created_by_fkey: 'to a person, who is no business’s',
  client_imports_undone_by_fkey: 'to a person, who is no business’s',
  client_notes_written_by_fkey: 'to a person, who is no business’s',
  client_files_written_by_fkey: 'to a person, who is no business’s',
  health_notes_written_by_fkey: 'to a person, who is no business’s',
  card_merges_merged_by_fkey: 'to a person, who is no business’s',
  card_pairs_said_by_fkey: 'to a person, who is no business’s',
  data_requests_answered_by_fkey: 'to a person, who is no business’s',
  activity_user_id_fkey: 'to a person, who is no business’s',
  time_off_created_by_fkey: 'to a person, who is no business’s',
  time_off_history_user_id_fkey: 'to a person, who is no business’s',
  appointment_history_user_id_fkey: 'to a person, who is no business’s',
}
