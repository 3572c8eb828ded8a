import { initial } from '#domain/people-names.ts'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { ownerApi } from '../../../account/session.ts'
import { ApiError } from '../../../ui/api.ts'
import { upload } from '../../../ui/delivery/upload.ts'
import { ImageField } from '../../../ui/image/image-field.tsx'
import { imageSrc } from '../../../ui/image-src.ts'
import { toast } from '../../../ui/toast.tsx'
import { patchProfile, profileStored } from '../../data/business.ts'
import type { SectionProps } from '../profile.ts'

/** The logo, stored as soon as it is chosen. */
export function LogoCard({ profile }: SectionProps) {
  const [progress, setProgress] = useState<number>()
  const { mutate, isPending, variables } = useMutation({
    async mutationFn(change: File | Blob | null) {
      if (change === null) return void (await patchProfile({ logo_url: '' }))
      setProgress(0)
      const request = { field: 'logo', file: change, onProgress: setProgress } as const
      const { logo_url, version } = await upload(ownerApi, '/api/uploads/business/logo', request)
      profileStored({ logo_url, version })
    },
    onSuccess: () => toast.success('Logo actualizado exitosamente'),
    onError(error, change) {
      toast.error(change ? 'Error subiendo logo' : 'Error actualizando perfil')
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) toast.error(error.message)
    },
    onSettled: () => setProgress(undefined),
  })

  return (
    <section className="card pad set-card" aria-labelledby="logo-title">
      <h2 className="h2" id="logo-title">
        Logo
      </h2>
      <ImageField
        id="logo"
        label="Logo"
        src={imageSrc(profile.logo_url, 320)}
        value={isPending ? variables : undefined}
        progress={progress}
        onChange={(change) => change !== undefined && !isPending && mutate(change)}
      >
        <span className="logo-initial" aria-hidden="true">
          {initial(profile.business_name)}
        </span>
      </ImageField>
    </section>
  )
}
