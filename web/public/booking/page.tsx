import { lazy, Suspense, useEffect } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import type { Route } from './+types/page'
import type { LegalText } from '../../legal/types.ts'
import { toast } from '../../ui/toast.tsx'
import { Message } from '../message.tsx'
import { TOAST } from '../toast-time.ts'
import { loadBooking } from './load.ts'
import { type Posted, submitBooking } from './submit.ts'
import { Wizard } from './wizard.tsx'
import './page.css'

export const loader = (args: Route.LoaderArgs) => loadBooking(args)
export const action = (args: Route.ActionArgs) => submitBooking(args)

// Read by few, and then mostly in a dialog.
const Legal = lazy(() => import('../../legal/legal.tsx'))

/** With script the page itself asks for what it needs. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

export const handle = { bodyClass: 'pub' }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData && 'business' in loaderData
    ? loaderData.head
    : [{ title: 'Negocio no encontrado' }, { name: 'robots', content: 'noindex' }]

export default function BookingPage({ loaderData, actionData }: Route.ComponentProps) {
  if ('failure' in loaderData) return <Failed text={loaderData.failure} />
  const { legal } = loaderData
  if (legal) return <LegalPage text={legal} />
  return <Wizard key={loaderData.business.id} data={loaderData} posted={actionData as Posted | undefined} />
}

function LegalPage({ text }: { text: LegalText }) {
  const search = new URLSearchParams(useLocation().search)
  search.delete('ver')
  return (
    <main className="legal-page">
      <a href={`?${search}`}>Volver a la reserva</a>
      <h1 className="h1">{text.title}</h1>
      <Suspense>
        <Legal text={text} level="h2" />
      </Suspense>
    </main>
  )
}

/** Says what is wrong and leads home, by itself where there is script. */
function Failed({ text }: { text: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(text, TOAST)
    void navigate('/', { replace: true })
  }, [text, navigate])
  return <Message title={text} />
}

export function ErrorBoundary() {
  return (
    <Message title="Negocio no encontrado">
      Revisa la dirección: puede estar mal escrita, o el negocio ya no recibe reservas por aquí.
    </Message>
  )
}
