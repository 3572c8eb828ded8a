import { COPY_SENTENCES } from '#domain/data-copy.ts'
import { useEffect, useState } from 'react'
import { createApi, saidBy } from '../../ui/api.ts'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { withWork } from '../../with-work.ts'
import type { Access } from '../portal-data.ts'

// Without a session: a refusal here ends no owner's session.
const api = createApi()

/** 'Descargar mis datos': fetches the copy once, and offers it as a page and as data. */
export function CopyButton({ access }: { access: Access }) {
  const [isFetching, setFetching] = useState(false)
  const [files, setFiles] = useState<{ page: string; data: string }>()
  useEffect(() => () => Object.values(files ?? {}).forEach((url) => URL.revokeObjectURL(url)), [files])

  async function fetchCopy() {
    if (isFetching) return
    if (!('token' in access)) return void toast.error(COPY_SENTENCES.ownLink, FOUR_SECONDS)
    setFetching(true)
    try {
      const { page, data } = await withWork((work) =>
        api.post('/api/appointments/client/data-copy', { body: { token: access.token, ...work } }),
      )
      setFiles({
        page: addressOf(page, 'text/html;charset=utf-8'),
        data: addressOf(JSON.stringify(data, null, 2), 'application/json'),
      })
    } catch (error) {
      toast.error(saidBy(error) ?? COPY_SENTENCES.failed, FOUR_SECONDS)
    } finally {
      setFetching(false)
    }
  }

  return (
    <>
      <button type="button" className="btn btn-2" aria-disabled={isFetching} onClick={() => void fetchCopy()}>
        {isFetching && <span className="spinner" />}
        Descargar mis datos
      </button>
      <div role="status" className="data-copy">
        {files && (
          <>
            <p className="small">{COPY_SENTENCES.ready}</p>
            <a className="link" href={files.page} download="mis-datos.html">
              Página para leer
            </a>
            <a className="link" href={files.data} download="mis-datos.json">
              Archivo JSON
            </a>
          </>
        )}
      </div>
    </>
  )
}

const addressOf = (text: string, type: string) => URL.createObjectURL(new Blob([text], { type }))
