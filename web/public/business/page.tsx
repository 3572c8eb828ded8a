import { lazy, Suspense, useEffect } from 'react'
import { type ShouldRevalidateFunction, useLocation, useNavigate } from 'react-router'
import type { Route } from './+types/page'
import type { LegalText } from '../../legal/legal-text.ts'
import { FOUR_SECONDS, toast } from '../../ui/toast.tsx'
import { Message } from '../../message.tsx'
import { loadBooking } from './load.ts'
import { type Posted, submitBooking } from '../booking/submit.ts'
import { Wizard } from '../booking/wizard.tsx'
import './page.css'

export const loader = (args: Route.LoaderArgs) => loadBooking(args)
export const action = (args: Route.ActionArgs) => submitBooking(args)

// Loaded on demand, because few people read them and mostly in a dialog.
const Legal = lazy(() => import('../../legal/legal.tsx'))

/** With script, the page fetches its own data; all of it again only on demand, which changes no address. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod }) =>
  currentUrl.pathname !== nextUrl.pathname || (!formMethod && currentUrl.href === nextUrl.href)

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

/** Shows the error and leads home, automatically where there is script. */
function Failed({ text }: { text: string }) {
  const navigate = useNavigate()
  useEffect(() => {
    toast.error(text, FOUR_SECONDS)
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
