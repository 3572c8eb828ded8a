import type { MouseEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { arrowLeft } from '../../ui/icons.ts'
import { Link } from '../parts/link.tsx'

/** Leads to the clients: for who came from there a step back, so that the list is as it was. */
export function BackToList() {
  const { state } = useLocation()
  const navigate = useNavigate()
  const isAStepBack = (state as { list?: object } | null)?.list !== undefined
  function go(event: MouseEvent) {
    if (!isAStepBack || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    void navigate(-1)
  }
  return (
    <Link className="link cli-back" to="/dashboard/clients" onClick={go}>
      <Icon d={arrowLeft} />
      Clientes
    </Link>
  )
}
