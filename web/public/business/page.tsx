import { isRouteErrorResponse, type ShouldRevalidateFunction } from 'react-router'
import type { Route } from './+types/page'
import { type Posted, submitBooking } from '../booking/submit.ts'
import { BookingPage } from './booking-page.tsx'
import { BookingDocument } from './document.tsx'
import { Failed } from './failed.tsx'
import { loadBooking } from './load.ts'
import { Broken, Lost } from './lost.tsx'

export const loader = (args: Route.LoaderArgs) => loadBooking(args)
export const action = (args: Route.ActionArgs) => submitBooking(args)

/** The page fetches its own data. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname

/** Built, the page comes without the router (web/alone/), and start.tsx wakes it. */
const isAlone = import.meta.env.PROD && !import.meta.env.SSR

export const handle = { bodyClass: 'pub', ...(!isAlone && { alone: BookingDocument }) }

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData && 'business' in loaderData
    ? loaderData.head
    : [
        // A failure says its title itself: whose booking stands reads that.
        ...(loaderData ? [] : [{ title: 'Negocio no encontrado' }]),
        { name: 'robots', content: 'noindex' },
      ]

export default function BookingRoute({ loaderData, actionData }: Route.ComponentProps) {
  const posted = actionData as Posted | undefined
  if ('failure' in loaderData) return <Failed text={loaderData.failure} posted={posted} />
  return isAlone ? null : <BookingPage data={loaderData} posted={posted} />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) =>
  isRouteErrorResponse(error) && error.status === 404 ? <Lost /> : <Broken />
