import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ChangeEvent, useRef } from 'react'
import { messageOf } from '../../ui/api.ts'
import { upload } from '../../ui/delivery/upload.ts'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { adminApi } from '../session.ts'

const FAILED = 'Error al traer el negocio'

/** Brings a business from the archive that its owner downloaded in another installation. */
export function Import() {
  const cache = useQueryClient()
  const input = useRef<HTMLInputElement>(null)
  const { mutate, isPending } = useMutation({
    mutationFn: (file: Blob) => upload(adminApi, '/api/admin/import', { field: 'archive', file }),
    onSuccess({ slug }) {
      toast.success(`Negocio traído: /negocio/${slug}`, { duration: 8_000 })
      void cache.invalidateQueries()
    },
    onError: (error) => toast.error(messageOf(error, FAILED), FOUR_SECONDS),
  })
  function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    target.value = ''
    if (file) mutate(file)
  }
  return (
    <section className="card" aria-labelledby="traer">
      <div className="card-h">
        <h2 className="h2" id="traer">
          Traer un negocio
        </h2>
        <button
          type="button"
          className="btn btn-2 btn-sm"
          aria-disabled={isPending}
          onClick={() => isPending || input.current!.click()}
        >
          {isPending && <span className="spinner" />}
          {isPending ? 'Trayendo...' : 'Elegir archivo'}
        </button>
      </div>
      <p className="audit-none muted">
        El archivo que su dueño descargó en otra instalación, en «Llévate tu negocio». Llega todo o nada; su
        gente entra con «Olvidé mi contraseña».
      </p>
      <input
        ref={input}
        type="file"
        accept=".zip,application/zip"
        aria-label="Archivo del negocio"
        hidden
        onChange={choose}
      />
    </section>
  )
}
