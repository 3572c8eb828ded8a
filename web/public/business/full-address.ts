import type { Business } from './types.ts'

/** 'Cra. 76 # 33A-21, Medellín'; the city once. */
export function fullAddress({ address, city }: Pick<Business, 'address' | 'city'>): string | undefined {
  if (!address) return undefined
  return city && !address.toLowerCase().includes(city.toLowerCase()) ? `${address}, ${city}` : address
}
