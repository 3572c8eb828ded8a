import { amPm } from '#domain/dates.ts'
import { readPhone } from '#domain/import/row.ts'
import { plainDate, readTime } from '#domain/import/when.ts'
import { parsePhone } from '#domain/phone.ts'
import { Icon } from '../../ui/icon.tsx'
import { alert, arrowRight } from '../../ui/icons.ts'
import type { Column, Import } from '../data/imports/import.ts'
import { sure } from './icons.ts'

interface Props<Target extends Column> {
  list: Import
  /** What a column may be, in words. */
  labels: Record<Target, string>
  mapping: readonly Target[]
  onChange: (mapping: Target[]) => void
}

/** What each column is: as it was guessed, corrected by a select. */
export function Columns<Target extends Column>({ list, labels, mapping, onChange }: Props<Target>) {
  return (
    <section className="card" aria-label="Columnas">
      <div className="card-h imp-card-h">
        <div>
          <h2 className="h2">Columnas</h2>
          <p className="small muted">Dinos qué es cada columna de tu archivo.</p>
        </div>
      </div>
      <div className="imp-map">
        {list.columns.map((name, column) => {
          const target = mapping[column]!
          const isKnown = list.guesses[column]?.is_sure || list.guesses[column]?.target !== target
          return (
            <div key={column}>
              <span className="src">
                <b>{name}</b>
                <small className="num trunc">{sampleText(list, column, target)}</small>
              </span>
              <span className="ar">
                <Icon d={arrowRight} />
              </span>
              <select
                className="input"
                aria-label={`La columna ${name} es`}
                value={target}
                onChange={(event) =>
                  onChange(
                    mapping.map((each, index) => (index === column ? (event.target.value as Target) : each)),
                  )
                }
              >
                {(Object.keys(labels) as Target[]).map((each) => (
                  <option key={each} value={each}>
                    {labels[each]}
                  </option>
                ))}
              </select>
              <span className={isKnown ? 'gs' : 'gs d'}>
                <Icon d={isKnown ? sure : alert} />
                {isKnown ? 'Reconocida' : 'Revísala'}
              </span>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** The first cells of a column; a telephone or a time also as it is read, where that is not what one sees. */
function sampleText({ sample, country }: Import, column: number, target: Column): string {
  const cells = sample.map((row) => row[column] ?? '').filter(Boolean)
  const [first = ''] = cells
  if (target === 'client_phone') {
    const read = parsePhone(readPhone(first, country).phone)?.national
    return read && read !== first.replace(/\D/g, '') ? `${first} → ${grouped(read)}` : first
  }
  if (target === 'time') {
    const cell = cells.find((each) => !isPlainTime(each))
    const read = cell && readTime(cell)
    if (read) return `${/^0?[.,]\d/.test(cell) ? cell.slice(0, 5) : cell} → ${amPm(read)}`
  }
  return [...new Set(cells)].slice(0, 3).join(', ')
}

function isPlainTime(cell: string): boolean {
  const read = readTime(cell)
  const bare = (text: string) =>
    plainDate(text)
      .replace(/[\s.]/g, '')
      .replace(/^0(?=\d:)/, '')
  return read !== undefined && [read, `${read}:00`, amPm(read)].some((each) => bare(each) === bare(cell))
}

const grouped = (national: string) =>
  national.length === 10 ? `${national.slice(0, 3)} ${national.slice(3, 6)} ${national.slice(6)}` : national
