import { useRef, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { search as searchIcon } from '../../../ui/icons.ts'
import type { Service } from '../../business/types.ts'

/** From so many services on they can be searched, and narrowed down to a category. */
const MANY = 8
const ALL = 'Todos'

export type Finder = ReturnType<typeof useFinder>

/** The services that match the chosen category and the words typed, with what the controls need. */
export function useFinder(services: Service[]) {
  const [category, setCategory] = useState(ALL)
  const [words, setWords] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const isOffered = services.length >= MANY
  const wanted = plain(words ?? '')
    .split(' ')
    .filter(Boolean)
  const shown = services.filter((service) => {
    const text = plain(`${service.service_name} ${service.description ?? ''}`)
    return (category === ALL || service.category === category) && wanted.every((word) => text.includes(word))
  })
  const found = new Set(services.map((service) => service.category))
  // What belongs nowhere comes last.
  const categories = [...found].sort((a, b) => Number(a === 'Otros') - Number(b === 'Otros'))
  return {
    isOffered,
    shown: isOffered ? shown : services,
    categories: categories.length > 1 ? [ALL, ...categories] : [],
    category,
    setCategory,
    words,
    setWords,
    input,
    open() {
      setWords(words ?? '')
      requestAnimationFrame(() => input.current?.focus())
    },
  }
}

export const FindButton = ({ finder }: { finder: Finder }) => (
  <button
    type="button"
    className="link find"

    onClick={finder.open}
  >
    <Icon d={searchIcon} className="icon-sm" />
    Buscar
  </button>
)

/** Without accents and capitals. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
