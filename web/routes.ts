import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

export default [
  layout('public/frame.tsx', { id: 'public' }, [
    index('landing/page.tsx'),
    route('login', 'account/login.tsx'),
    route('register', 'account/register.tsx'),
    route('forgot-password', 'account/forgot-password.tsx'),
    route('reset-password', 'account/reset-password.tsx'),
    route('confirmar-correo', 'account/confirm-email.tsx'),
    route('invitacion', 'account/invitation.tsx'),
    route('reportar/:slug', 'public/report/page.tsx'),
    route('*', 'public/not-found.tsx'),
  ]),
  route('dashboard', 'owner/frame.tsx', [
    index('owner/dashboard/page.tsx'),
    route('income', 'owner/dashboard/own/page.tsx'),
    route('credits', 'owner/credits/page.tsx'),
    route('appointments', 'owner/agenda/page.tsx'),
    route('messages', 'owner/messages/page.tsx'),
    route('services', 'owner/services/page.tsx'),
    route('professionals', 'owner/professionals/page.tsx'),
    route('clients', 'owner/clients/page.tsx'),
    route('clients/duplicates', 'owner/clients/duplicates/page.tsx'),
    route('clients/import', 'owner/import/page.tsx'),
    route('settings', 'owner/settings/page.tsx'),
  ]),
  route('client', 'client/page.tsx'),
  route('admin/login', 'admin/login.tsx'),
  route('admin/dashboard', 'admin/dashboard.tsx'),
  route('admin/businesses/:id', 'admin/business.tsx'),
  route('negocio/:slug', 'public/business/page.tsx'),
  route('book/:businessId', 'public/business/page.tsx', { id: 'book' }),
] satisfies RouteConfig
