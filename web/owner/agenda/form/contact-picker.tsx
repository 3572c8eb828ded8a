import { readPhone } from '#domain/import/row.ts'
import { parsePhone } from '#domain/phone.ts'
import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { addressBook } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'

/** The address book of Chrome on Android. */
interface Contacts {
  select: (
    properties: ('name' | 'tel')[],
    options: { multiple: false },
  ) => Promise<{ name?: string[]; tel?: string[] }[]>
}
const addresses = (): Contacts | undefined => (navigator as { contacts?: Contacts }).contacts

interface Props {
  /** Whose telephones they are that name no country. */
  country: string
  onChoose: (client: { client_name?: string; country?: string; client_phone?: string }) => void
}

/** Fills name and telephone from the phone's address book, where a page may ask for one; nothing else is read, and nothing kept. */
export function ContactPicker({ country, onChoose }: Props) {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(addresses() !== undefined), [])
  if (!isThere) return null

  async function choose() {
    try {
      const [contact] = (await addresses()?.select(['name', 'tel'], { multiple: false })) ?? []
      if (!contact) return
      const client_name = contact.name?.find((name) => name.trim() !== '')?.trim()
      const numbers = contact.tel ?? []
      const read = numbers.map((number) => parsePhone(readPhone(number, country).phone)).find(Boolean)
      const phone = read
        ? { country: read.iso, client_phone: read.national }
        : numbers[0] && { client_phone: numbers[0] }
      onChoose({ ...(client_name && { client_name }), ...phone })
    } catch {
      toast.error('No pudimos abrir tus contactos.')
    }
  }
  return (
    <button type="button" className="btn btn-2" onClick={() => void choose()}>
      <Icon d={addressBook} />
      Elegir de mis contactos
    </button>
  )
}
