/** The rules that `arrows.ts` checks: who may import whom, and the exceptions with their reasons. */

/** The rooms that each room may import, besides itself. */
export const ROOMS: Record<string, string[]> = {
  domain: [],
  emails: ['domain'],
  web: ['domain', 'emails'],
  server: ['domain'],
  scripts: ['domain', 'server'],
  bench: ['domain', 'server', 'scripts'],
  tests: ['domain', 'server', 'scripts'],
  proof: ['domain', 'server', 'scripts', 'tests'],
}

/** The server's features. Each one uses earlier ones only: their queries and the files listed in `OPEN`. */
export const FEATURES = [
  'mail',
  'messages',
  'verification',
  'location',
  'accounts',
  'businesses',
  'services',
  'professionals',
  'team',
  'schedules',
  'appointments',
  'time-off',
  'feeds',
  'special-days',
  'by-hand',
  'clients',
  'recall',
  'credits',
  'portal',
  'remembered',
  'reminders',
  'whatsapp',
  'push',
  'birthdays',
  'metrics',
  'uploads',
  'imports',
  'sharing',
  'privacy',
  'deletion',
  'reports',
  'backup',
  'watch',
  'pages',
  'admin',
  'transfer',
]

/** Folders of what every feature stands on, like the files beside them. */
export const GROUND = ['database', 'files', 'http', 'limits', 'settings', 'turns']

/** The files of a feature that later ones may use besides its queries. */
export const OPEN: Record<string, string> = {
  'server/messages/advertising/gate.ts': 'whether advertising may be sent now, whatever its channel',
  'server/messages/compose-reminders.ts': 'why a reminder is not sent any more, whatever its channel',
  'server/messages/outcome.ts': 'when a message is tried again, whatever its channel',
  'server/messages/handing/ahead.ts': 'the steps of handing a message over, whatever its channel',
  'server/messages/handing/counted.ts':
    'giving back what was counted of a message that did not go, whatever its channel',
  'server/messages/send.ts': 'what the log says of a message, whatever its channel',
  'server/messages/sender.ts': 'the workers, whatever the channel',
  'server/reminders/allowed.ts': 'how many an address gets, also in place of WhatsApp',
  'server/reminders/confirm.ts': 'a reply may confirm',
  'server/mail/mailer.ts': 'the value that the sender hands mail to',
  'server/messages/account-changed.ts': 'queued in the transaction of the change that it tells',
  'server/messages/bounced.ts': 'an address that does not exist is not reminded',
  'server/messages/confirm-email.ts': 'queued when a business gets an e-mail',
  'server/messages/changes.ts': 'queued in the transaction of the change that it tells',
  'server/messages/team-mails.ts': 'queued in the transaction of what it tells',
  'server/verification/crowd.ts': 'how many bookings are many',
  'server/verification/human.ts': 'the human check of a public call',
  'server/verification/verifier.ts': 'the human check of a public call',
  'server/accounts/second-factor.ts': 'the second step of every log-in: of an invitation, of administrators',
  'server/accounts/devices/new-device.ts': 'told of every log-in: of an invitation, of administrators',
  'server/accounts/devices/asker.ts':
    'whether who asks is still there, in the transaction of what a stolen session would leave behind',
  'server/accounts/devices/list.ts': 'one list of open sessions, also of administrators',
  'server/accounts/told.ts': 'who opens an invitation with a recovery code is told',
  'server/accounts/owner.ts': 'the gate: who may, and the proven BusinessId',
  'server/accounts/scope.ts': 'whose appointments and clients a member sees',
  'server/accounts/repeated.ts': 'a member’s change is made once for its key',
  'server/accounts/ended.ts': 'leaving ends the session whose key it has',
  'server/accounts/email.ts': 'the log-in changes with the business’s e-mail, and asks who is there',
  'server/accounts/door.ts': 'what is counted of somebody who shows who they are',
  'server/accounts/passwords.ts': 'one way of hashing',
  'server/accounts/reset.ts': 'asks by the password who is at the screen; whoever showed no e-mail is out',
  'server/accounts/weak.ts': 'one rule of what is guessed first',
  'server/accounts/sessions.ts': 'registering opens a session',
  'server/accounts/devices/seen.ts':
    'where a session is opened: of a registration, an invitation, administrators',
  'server/appointments/cancel-many.ts': 'one way of cancelling several, whoever cancels',
  'server/messages/data-requests/mails.ts': 'queued in the transaction of what it tells',
  'server/messages/deletion-mails.ts': 'queued in the transaction of what it tells',
  'server/accounts/signed-in.ts': 'registering answers as signing in does',
  'server/accounts/passkeys/party.ts': 'for whom passkeys are made: also of administrators',
  'server/accounts/passkeys/own.ts': 'one way of adding and removing passkeys, also of administrators',
  'server/accounts/passkeys/check.ts': 'one check of passkeys, also of administrators',
  'server/businesses/images.ts': 'a picture is taken into use in the transaction that names it',
  'server/businesses/limits.ts': 'a service or a professional is added where there is room',
  'server/businesses/policy.ts': 'a consent names a text that was published',
  'server/businesses/share.ts': 'what a shared page shows',
  'server/services/save.ts': 'an uploaded picture is saved as any change of a service',
  'server/professionals/save.ts': 'an uploaded picture is saved as any change of a professional',
  'server/schedules/availability.ts': 'the free times',
  'server/schedules/left-outside.ts':
    'the hours of each date, by which is judged whom a change of them leaves outside',
  'server/schedules/terms.ts': 'what is booked of a service: one reckoning for free times and appointments',
  'server/schedules/any.ts': 'the free times of all together',
  'server/schedules/kept-facts.ts': 'what was read for free times, by which a booking is checked',
  'server/appointments/book-online.ts': 'one way of booking online, whoever the client is known by',
  'server/appointments/cancel.ts': 'one way of cancelling, whoever cancels',
  'server/appointments/move.ts': 'one way of moving, whoever moves',
  'server/appointments/clients.ts': 'the people who booked, as SQL for other queries',
  'server/clients/health.ts': 'notes on health, which leave with the business opened',
  'server/appointments/csv.ts': 'one way of writing a spreadsheet',
  'server/uploads/multipart.ts': 'one way of reading a form with a file',
  'server/uploads/places.ts': 'how many files are held in memory at the same time',
  'server/uploads/clean.ts': 'the photos of a client who is forgotten go at once',
  'server/special-days/settings.ts': 'the holiday that the dashboard asks about',
  'server/admin/gate.ts': 'which administrator acts',
  'server/backup/connection.ts': 'a connection of its own for what reads very much',
  'server/backup/copy.ts': 'rows as bytes, no faster than they are taken',
  'server/portal/client.ts': 'whose appointment a link or a document opens',
}

/** Files of the server that put features together; no feature imports them. */
export const WIRING = [
  'server/app.ts',
  'server/connections.ts',
  'server/dev-pages.ts',
  'server/health.ts',
  'server/jobs.ts',
  'server/serve.ts',
]

/** What the other files beside the features, on which all of them stand, import of one. */
export const BENEATH: Record<string, string> = {
  'server/limits/attempts.ts → server/verification/work.ts': 'whoever asks too often may work for it',
  'server/deps.ts → server/location/geocoder.ts': 'a type of what is handed to the routes',
  'server/deps.ts → server/verification/verifier.ts': 'a type of what is handed to the routes',
  'server/files/files.ts → server/uploads/picture.ts':
    'a picture as mails show it is made when it is first asked for',
}

/** Folders of screens. No screen imports files of another. */
export const SCREENS = [
  'web/account',
  'web/admin',
  'web/client',
  'web/landing',
  'web/public',
  'web/owner/agenda',
  'web/owner/clients',
  'web/owner/credits',
  'web/owner/dashboard',
  'web/owner/import',
  'web/owner/messages',
  'web/owner/professionals',
  'web/owner/services',
  'web/owner/settings',
  'web/owner',
]

/** Folders that all screens of the panel share, like its frame in `web/owner` itself. */
export const SHARED_BY_PANEL = [
  'data',
  'draft',
  'guide',
  'left-over',
  'marks',
  'offline',
  'parts',
  'print',
  'search',
]

/** Files of one screen that others may import. */
export const SHARED_FILES: Record<string, string> = {
  'web/account/session.ts': 'the session: the account’s screens begin it, the panel calls by it',
  'web/account/stored.ts': 'what keeps the session in the browser',
  'web/account/preload.ts': 'what the first answers of the panel’s screens are asked by',
  'web/owner/data/preload.ts': 'the script by which they are asked stands at the beginning of the page',
}

/** Files that re-export others' definitions. */
export const BARRELS: Record<string, string> = {
  'emails/index.tsx': 'the one value that the build hands to the server',
  'domain/appointment.ts': 'what booking means to those who know appointments only',
}

/**
 * Files of the server with SQL that are not queries.ts: one statement and its function belong together
 * there.
 */
export const SQL_ELSEWHERE: Record<string, string> = {
  'server/database/db.ts': 'connections',
  'server/database/dialect.ts': 'which tables there are, for the Migrator',
  'server/database/migrate.ts': 'whose connections a changed schema ends',
  'server/once.ts': 'a key, its lock and its answer',
  'server/health.ts': 'whether changes are taken, as one statement',
  'server/live.ts': 'the channel by which processes tell each other of changes',
  'server/database/pooler.ts': 'whether each connection has a session of its own',
  'server/backup/backup.ts': 'the one transaction that a backup reads in ends',
  'server/backup/restore.ts': 'the one transaction that a restore loads in',
  'server/activity.ts': 'written in the transaction of what was done',
  'server/limits/allowances.ts': 'counting and refusing in one statement',
  'server/installation.ts': 'the one table of the installation',
  'server/jobs.ts': 'what is cleared away when its time is over',
  'server/verification/altcha.ts': 'a challenge is spent once',
  'server/businesses/images.ts': 'a picture is taken into use in the transaction that names it',
  'server/businesses/limits.ts': 'a count under the lock of those who add',
  'server/businesses/slugs.ts': 'an address is tried until it is free',
  'server/businesses/timezone.ts': 'instants follow from wall clocks in one statement',
  'server/metrics/figures.ts': 'sums as SQL, for several queries',
  'server/metrics/fold.ts': 'figures are added up by the database',
  'server/uploads/clean.ts': 'pictures that nobody uses',
  'server/appointments/clients.ts': 'the people who booked, as SQL for other queries',
}

/** Files of the server that read the clock themselves: what waits for the world outside, and the stand-ins of development. */
export const CLOCKS: Record<string, string> = {
  'server/files/files.ts': 'the age of an unfinished file',
  'server/files/tile-cache.ts': 'the age of a map tile',
  'server/files/s3.ts': 'the date in a signature',
  'server/mail/outbox.ts': 'mails of development',
  'server/whatsapp/standin/channel.ts': 'WhatsApps of development',
  'server/push/standin/service.ts': 'pushes of development',
  'server/http/dev-page.ts': 'what was sent in development, as pages',
}

/** Folders that may hold more source files than `MAX_FILES`. */
export const LARGE_FOLDERS: Record<string, string> = {
  domain: 'one file for each noun of the rules, found by its name',
  'domain/api/calls': 'one file for each feature, found by its name',
}
export const MAX_FILES = 25

/** Files that may be longer than `MAX_LINES`. */
export const LONG_FILES: Record<string, string> = {
  'emails/parts.tsx': 'the parts that all mails are made of',
}
export const MAX_LINES = 300
