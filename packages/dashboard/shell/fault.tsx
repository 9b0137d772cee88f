import { Component, type ComponentChildren } from 'preact';
import { Button } from '../parts/controls/button.tsx';
import { Empty } from '../parts/layout/empty.tsx';

/**
 * Shows a page that has failed as such: by a fault of its own, or because its file is gone after an upgrade of the service.
 * The fault itself goes to the browser's console.
 */
export class FaultBoundary extends Component<
  { readonly children: ComponentChildren; readonly at: string },
  { readonly failedAt?: string }
> {
  override state: { readonly failedAt?: string } = {};

  override componentDidCatch(error: unknown): void {
    console.error(error);
    this.setState({ failedAt: this.props.at });
  }

  override render() {
    const { children, at } = this.props;
    // Another page is tried again.
    if (this.state.failedAt !== at) return children;
    return (
      <div class="page narrow" role="alert">
        <Empty
          icon="error"
          title="This page could not be shown"
          actions={
            <Button look="primary" icon="refresh" onClick={() => location.reload()}>
              Load it again
            </Button>
          }
        >
          The service may have been upgraded since you opened the dashboard. Loading the page again helps in
          that case.
        </Empty>
      </div>
    );
  }
}
