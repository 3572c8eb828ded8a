import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { edit, logOut, trash } from '../../../ui/icons-panel.ts'
import { toast } from '../../../ui/toast.tsx'
import { changeMember, type Member, removeMember, withdrawOffer } from '../../data/team/team.ts'
import { type Action, ActionMenu } from '../../parts/action-menu.tsx'
import { failureText } from '../../parts/failures.ts'
import { arrived, wallet } from '../../parts/icons.ts'

interface Props {
  member: Member
  /** Whether the business is offered to them. */
  isOffered: boolean
  onEdit: () => void
  onHandOver: () => void
}

/** What an owner can do with a member; nothing with an owner, who hands the business over first. */
export function MemberActions({ member, isOffered, onEdit, onHandOver }: Props) {
  const [isAsking, setAsking] = useState(false)
  const name = member.name ?? member.email
  const { mutate, isPending } = useMutation({
    mutationFn: (act: () => Promise<string>) => act(),
    onSuccess: (said) => toast.success(said),
    onError: (failure) => toast.error(failureText(failure, 'Error al cambiar el equipo')),
    onSettled: () => setAsking(false),
  })
  if (member.role === 'owner') return <span className="team-acts" />
  const turn = (is_active: boolean) =>
    mutate(async () => {
      await changeMember(member.user_id, { is_active })
      return is_active ? `${name} puede volver a entrar` : `${name} ya no puede entrar`
    })
  const actions: Action[] = [
    { label: 'Cambiar lo que puede hacer', icon: edit, onPress: onEdit },
    member.is_active
      ? { label: 'Desactivar', icon: logOut, onPress: () => turn(false) }
      : { label: 'Volver a activar', icon: arrived, onPress: () => turn(true) },
    ...(isOffered
      ? [
          {
            label: 'Retirar la oferta del negocio',
            icon: wallet,
            onPress: () => mutate(async () => (await withdrawOffer(), 'Retiraste la oferta')),
          },
        ]
      : member.is_active
        ? [{ label: 'Entregarle el negocio', icon: wallet, onPress: onHandOver }]
        : []),
    { label: 'Quitar del equipo', icon: trash, onPress: () => setAsking(true), isDanger: true },
  ]
  return (
    <span className="team-acts">
      <ActionMenu label={`Acciones de ${name}`} actions={actions} />
      {isAsking && (
        <ConfirmDialog
          type="danger"
          title={`¿Quitar a ${name}?`}
          confirmText="Quitar"
          busy={isPending && 'Quitando...'}
          onConfirm={() =>
            mutate(async () => (await removeMember(member.user_id), `${name} ya no es del equipo`))
          }
          onCancel={() => setAsking(false)}
        >
          <p>Se cierra su sesión en todos sus dispositivos al instante. El historial guarda su nombre.</p>
        </ConfirmDialog>
      )}
    </span>
  )
}
