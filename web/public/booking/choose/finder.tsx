import { type RefObject, useRef, useState } from 'react'
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

export function FinderRows({ finder }: { finder: Finder }) {
  const { words, setWords, categories, category, setCategory, shown, input } = finder
  return (
    <div className="finder">
      {words !== undefined && <SearchField input={input} words={words} onChange={setWords} />}
      {categories.length > 0 && (
        <div className="scroll-x chips" role="group" aria-label="Categorías">
          {categories.map((name) => (
            <button
              key={name}
              type="button"
              className="chip-choice"
              aria-pressed={name === category}
              onClick={() => setCategory(name)}
            >
              {name}
            </button>
          ))}
        </div>
      )}
      <p className="sr" role="status">
        {shown.length === 1 ? '1 servicio' : `${shown.length} servicios`}
      </p>
      {shown.length === 0 && <p className="nothing">No encontramos ese servicio.</p>}
    </div>
  )
}

interface FieldProps {
  input: RefObject<HTMLInputElement | null>
  words: string
  onChange: (words: string) => void
}

const SearchField = ({ input, words, onChange }: FieldProps) => (
  <input
    ref={input}
    type="search"
    className="input"
    aria-label="Buscar un servicio"
    autoComplete="off"
    value={words}
    onChange={({ target }) => onChange(target.value)}
  />
)

/** Without accents and capitals. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
