import { PageColumn } from '../ui/page-column.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

export function PageSkeleton() {
  return (
    <>
      <PageHeader title="" />
      <PageColumn>
        <Skeleton label="Loading the page" />
      </PageColumn>
    </>
  )
}
