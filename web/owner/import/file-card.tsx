import { counted } from '#domain/numbers.ts'
import type { ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import type { Import } from '../data/imports/import.ts'
import { sheet } from './icons.ts'

export function FileCard({ list, children }: { list: Import; children?: ReactNode }) {
  const { file_name, row_count, origin } = list
  return (
    <section className="card imp-file" aria-label="Archivo">
      <span className="ic">
        <Icon d={sheet} />
      </span>
      <span>
        <b className="trunc">{file_name}</b>
        <small>
          {counted(row_count, 'fila')}
          {origin && ` · parece de ${origin}`}
        </small>
      </span>
      {children}
    </section>
  )
}
