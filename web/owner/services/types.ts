export interface Service {
  id: number
  service_name: string
  description: string | null
  duration_minutes: number
  price: number
  image_url: string | null
  is_active: boolean
}
