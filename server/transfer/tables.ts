/** What of a business goes into its archive and comes out of it in another installation. */
export interface Transferred {
  table: string
  /** Whether its rows have an id, which is another one elsewhere. */
  hasId?: true
  /** Columns that name other rows: of a table here, or of a person. */
  refers?: Record<string, string>
  /** Columns of JSON in which rows are named by `REFERRING`. */
  tells?: string[]
  /** Columns that mean nothing elsewhere. */
  leaves?: string[]
  /** Whether its rows are sealed here, stand open in the archive, and are sealed anew where they come. */
  isSealed?: true
  /** The order of the rows, where one refers to another of the same table. */
  order?: string
}

export const PEOPLE = 'people'

/** By which names JSON of histories refers to rows. */
export const REFERRING: Record<string, string> = {
  service_id: 'services',
  professional_id: 'professionals',
  appointment_id: 'appointments',
  card_id: 'client_cards',
  category_id: 'service_categories',
  user_id: PEOPLE,
}

const user_id = PEOPLE

/** Each after those that its rows refer to. */
export const TRANSFERRED: readonly Transferred[] = [
  { table: 'business_hours' },
  { table: 'business_policies' },
  { table: 'service_categories', hasId: true },
  { table: 'services', hasId: true, refers: { category_id: 'service_categories' } },
  { table: 'professionals', hasId: true },
  { table: 'professional_services', refers: { service_id: 'services', professional_id: 'professionals' } },
  { table: 'professional_hours', refers: { professional_id: 'professionals' } },
  { table: 'memberships', refers: { user_id, professional_id: 'professionals' } },
  {
    table: 'client_cards',
    hasId: true,
    refers: { merged_into: 'client_cards' },
    order: 'merged_into is not null, id',
  },
  { table: 'client_tags', hasId: true },
  { table: 'client_card_tags', refers: { card_id: 'client_cards', tag_id: 'client_tags' } },
  { table: 'client_notes', hasId: true, refers: { card_id: 'client_cards', written_by: PEOPLE } },
  {
    table: 'appointments',
    hasId: true,
    refers: {
      service_id: 'services',
      professional_id: 'professionals',
      card_id: 'client_cards',
      booked_by_user_id: PEOPLE,
    },
    // Keys of requests that were answered here.
    leaves: ['idempotency_key', 'words'],
  },
  {
    table: 'appointment_history',
    hasId: true,
    refers: { appointment_id: 'appointments', user_id },
    tells: ['old'],
  },
  // After the appointments, some of which may lie within them.
  { table: 'special_days', hasId: true, refers: { professional_id: 'professionals' } },
  {
    table: 'time_off',
    hasId: true,
    refers: { professional_id: 'professionals', created_by: PEOPLE, repeat_of: 'time_off' },
    order: 'repeat_of is not null, id',
  },
  {
    table: 'time_off_history',
    hasId: true,
    refers: { time_off_id: 'time_off', user_id },
    tells: ['old'],
  },
  { table: 'message_texts' },
  { table: 'reviews', hasId: true },
  { table: 'consents', hasId: true, refers: { card_id: 'client_cards', appointment_id: 'appointments' } },
  {
    table: 'health_notes',
    hasId: true,
    isSealed: true,
    refers: { card_id: 'client_cards', consent_id: 'consents', written_by: PEOPLE },
  },
  { table: 'client_files', hasId: true, refers: { card_id: 'client_cards', written_by: PEOPLE } },
  { table: 'inbound_messages', hasId: true, refers: { appointment_id: 'appointments' } },
  { table: 'data_requests', hasId: true, refers: { appointment_id: 'appointments', answered_by: PEOPLE } },
  { table: 'activity', hasId: true, refers: { user_id }, tells: ['detail'] },
  { table: 'credit_movements', hasId: true, leaves: ['message_id', 'administrator_id'] },
  // The sums of the movements: nothing adds them up anew.
  { table: 'credit_accounts' },
]

/** The business's own columns that are made anew. */
export const BUSINESS_LEAVES = ['id', 'words', 'slug', 'suspended_at', 'arrived_at', 'confirmed_phone']

/** The table of the photos on clients' cards, each with a picture of its own. */
export const PHOTOS = 'client_files'

/** Where pictures are named. */
export const PICTURED: Record<string, readonly string[]> = {
  businesses: ['logo_url', 'featured_image', 'gallery_images'],
  services: ['image_url'],
  professionals: ['avatar_url'],
}

export const FORMAT = 1
export const MANIFEST = 'enpunto.json'
export const dataFile = (table: string): string => `datos/${table}.json`
/** Those of pages, and the photos of clients' cards. */
export const PICTURE_FILE = /^(?:imagenes|fotos)\/([0-9a-f]{32})-([1-9]\d{0,3})\.webp$/

export interface Manifest {
  format: number
  /** The newest migration of where it comes from. */
  schema: string
  made_at: string
  business_name: string
}
