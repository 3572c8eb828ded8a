import { counted } from '#domain/numbers.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { useToldBy } from '../../../data/messages/whatsapp.ts'
import { ReasonField } from '../../../left-over/reason-field.tsx'
import type { Done } from './carry-out.ts'

interface Props {
  count: number
  reason: string
  onReason: (reason: string) => void
  onConfirm: () => void
  onCancel: () => void
}

/** Asks once more before the time is blocked and appointments are cancelled with it. */
export function AskCancel({ count, reason, onReason, onConfirm, onCancel }: Props) {
  const toldBy = useToldBy()
  return (
    <ConfirmDialog
      type="danger"
      title="Bloquear y cancelar"
      confirmText={`Sí, cancelar ${counted(count, 'cita')}`}
      cancelText="Volver"
      onConfirm={onConfirm}
      onCancel={onCancel}
    >
      <div className="act">
        <p>
          {count === 1
            ? `Se cancela 1 cita y se le avisa al cliente ${toldBy}.`
            : `Se cancelan ${count} citas y se le avisa a cada cliente ${toldBy}.`}{' '}
          Esta acción no se puede deshacer.
        </p>
        <ReasonField text={reason} onChange={onReason} />
      </div>
    </ConfirmDialog>
  )
}

/** 'Tiempo bloqueado: 1 cita movida, 2 citas canceladas' */
export function doneText(said: string, { moved, cancelled }: Pick<Done, 'moved' | 'cancelled'>): string {
  const parts = [
    moved > 0 && counted(moved, 'cita movida', 'citas movidas'),
    cancelled > 0 && counted(cancelled, 'cita cancelada', 'citas canceladas'),
  ].filter(Boolean)
  return parts.length > 0 ? `${said}: ${parts.join(', ')}` : said
}
