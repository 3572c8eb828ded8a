import { useState } from 'react'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { trash } from '../../../../ui/icons-panel.ts'
import { toast } from '../../../../ui/toast.tsx'
import { type Photo, removePhoto } from '../../../data/privacy/photos.ts'
import { failureText } from '../../../parts/failures.ts'
import { PhotoImage } from './photo.tsx'

interface Props {
  client: number
  photo: Photo
  title: string
  mayRemove: boolean
  onClose: () => void
}

/** One photo, as large as the screen. */
export function PhotoDialog({ client, photo, title, mayRemove, onClose }: Props) {
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  async function remove() {
    setBusy(true)
    try {
      await removePhoto(client, photo.id)
      toast.success('Foto eliminada')
      onClose()
    } catch (error) {
      toast.error(failureText(error, 'Error al eliminar la foto'))
      setBusy(false)
      setAsking(false)
    }
  }
  return (
    <Dialog
      title={title}
      className="cli-photo-dialog"
      onClose={onClose}
      footer={
        mayRemove && (
          <button type="button" className="btn btn-danger-2" onClick={() => setAsking(true)}>
            <Icon d={trash} />
            Eliminar foto
          </button>
        )
      }
    >
      <PhotoImage client={client} photo={photo.id} width={1280} alt={title} />
      {photo.written_by && <p className="small muted">La agregó {photo.written_by}</p>}
      {isAsking && (
        <ConfirmDialog
          type="danger"
          title="¿Eliminar la foto?"
          confirmText="Eliminar"
          cancelText="Volver"
          busy={isBusy && 'Eliminando...'}
          onConfirm={() => void remove()}
          onCancel={() => setAsking(false)}
        >
          <p>Se borra para siempre.</p>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
