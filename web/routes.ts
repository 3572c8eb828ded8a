import { index, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  index('public/home.tsx'),
  route('negocio/:slug', 'public/booking/page.tsx'),
  route('book/:businessId', 'public/booking/page.tsx', { id: 'book' }),
  route('*', 'public/not-found.tsx'),
] satisfies RouteConfig
