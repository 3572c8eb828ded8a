import { FILE_KIND_LABELS, FILE_SENTENCES, MOST_CARD_FILES } from '#domain/card-file.ts'
import { useState } from 'react'
import { may, type SessionBusiness } from '../../../../account/session.ts'
import type { WholeClient } from '../../../data/clients.ts'
import type { Photo } from '../../../data/privacy/photos.ts'
import { dayText } from '../../visit-text.ts'
import { AddPhoto } from './add-photo.tsx'
import { PhotoImage } from './photo.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import './photos.css'

interface Props {
  client: WholeClient
  business: SessionBusiness
}

/** The photos of a client, the latest first: of before and after, or of a document. */
export function CardPhotos({ client, business }: Props) {
  const [open, setOpen] = useState<Photo>()
  const titleOf = ({ kind, at }: Photo) => `${FILE_KIND_LABELS[kind]}, ${dayText(at, business.timezone)}`
  return (
    <>
      {client.files.length < MOST_CARD_FILES ? (
        <AddPhoto client={client} />
      ) : (
        <p className="small">{FILE_SENTENCES.full}</p>
      )}
      {client.files.length === 0 && <p className="small muted">Todavía no hay fotos de este cliente.</p>}
      <ul className="cli-photos">
        {client.files.map((photo) => (
          <li key={photo.id}>
            <button type="button" onClick={() => setOpen(photo)}>
              <span className="sr">Ver la foto: </span>
              <PhotoImage client={client.id} photo={photo.id} width={320} alt="" />
              <b>{FILE_KIND_LABELS[photo.kind]}</b>
              <small>{dayText(photo.at, business.timezone)}</small>
            </button>
          </li>
        ))}
      </ul>
      {open && (
        <PhotoDialog
          client={client.id}
          photo={open}
          title={titleOf(open)}
          mayRemove={open.is_own || may(business, 'clients:write')}
          onClose={() => setOpen(undefined)}
        />
      )}
    </>
  )
}
