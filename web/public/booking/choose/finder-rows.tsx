import type { RefObject } from 'react'
import type { Finder } from './finder.tsx'

/** What narrows many services down: words and categories. */
export default function FinderRows({ finder }: { finder: Finder }) {
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
