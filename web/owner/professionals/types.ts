export interface Professional {
  id: number
  professional_name: string
  avatar_url: string | null
  /** JSON text of service ids; null or other text: all services. */
  specialties: string | null
  phone: string | null
  email: string | null
  bio: string | null
  is_active: boolean
  /** Days in the own schedule; 0 follows the business. */
  has_schedule: number
}
