import { PageColumn } from '../ui/page-column.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PageHeader } from './page-header.tsx'

export function PageSkeleton() {
  return (
    <>
      <PageHeader title="" chat={null} />
      <PageColumn>
        <Skeleton label="Loading the page" />
      </PageColumn>
    </>
  )
}
