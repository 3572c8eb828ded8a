import { IMPORT_MAX_BYTES } from '#domain/import/row.ts'
import { type DragEvent, useRef, useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { alert } from '../../ui/icons.ts'
import { type Kind, sendList } from '../data/imports/import.ts'
import { failureText } from '../parts/failures.ts'
import { sheet, upArrow } from './icons.ts'

const TABLES = '.csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const OF = {
  clients: {
    types: `${TABLES},.vcf,text/vcard`,
    title: 'Trae tu lista de clientes',
    text: 'Un archivo CSV, Excel (.xlsx) o de contactos (.vcf), de hasta 5 MB y 20.000 filas. Sirven los de AgendaPro, Fresha, Booksy y Google Contacts.',
  },
  appointments: {
    types: TABLES,
    title: 'Trae tus citas futuras',
    text: 'Un archivo CSV o Excel (.xlsx) con fecha, hora, servicio, profesional, nombre y celular, de hasta 5 MB y 20.000 filas. Sirven los de AgendaPro, Fresha y Booksy.',
  },
} as const

/** Takes the file: pressed, or dropped. */
export function Upload({ kind, onSent }: { kind: Kind; onSent: (id: number) => void }) {
  const { types, title, text } = OF[kind]
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const [isOver, setOver] = useState(false)
  const isBusy = progress !== undefined

  async function send(file: File | undefined) {
    if (!file || isBusy) return
    setProblem(undefined)
    if (file.size > IMPORT_MAX_BYTES) return setProblem('El archivo es demasiado grande. Máximo 5MB')
    setProgress(0)
    try {
      onSent(await sendList(kind, file, setProgress))
    } catch (error) {
      setProblem(failureText(error, 'No pudimos subir el archivo. Revisa tu conexión e intenta de nuevo.'))
    } finally {
      setProgress(undefined)
      if (input.current) input.current.value = ''
    }
  }
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    void send(event.dataTransfer.files[0])
  }

  return (
    <section
      className={`card imp-drop${isOver ? ' over' : ''}`}
      aria-label="Archivo"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <span className="ic">
        <Icon d={sheet} />
      </span>
      <h2 className="h2">{title}</h2>
      <p className="muted">{text}</p>
      <input
        ref={input}
        type="file"
        className="sr"
        id="import-file"
        accept={types}
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => void send(target.files?.[0])}
      />
      <button
        type="button"
        className="btn"
        aria-disabled={isBusy}
        aria-describedby={problem && 'import-problem'}
        onClick={() => !isBusy && input.current?.click()}
      >
        {isBusy ? <span className="spinner" /> : <Icon d={upArrow} />}
        {isBusy ? (progress < 1 ? `Subiendo ${Math.round(progress * 100)} %` : 'Leyendo…') : 'Elegir archivo'}
      </button>
      {problem && (
        <p className="error" role="alert" id="import-problem">
          <Icon d={alert} />
          {problem}
        </p>
      )}
      <p className="small muted">Nada se guarda hasta que revises la lista y toques Importar.</p>
    </section>
  )
}
