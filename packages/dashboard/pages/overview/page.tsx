import { Card } from '../../parts/layout/card.tsx';
import { Page } from '../../parts/layout/page.tsx';

export default function Overview() {
  return (
    <Page title="Overview" lead="What runs here, and where to go on.">
      <div class="columns">
        <Card title="Guides" about="How to grade a catalogue, rank for shoppers, and run the service.">
          <a href="/docs">Read the guides</a>
        </Card>
        <Card title="API keys" about="Your shop calls the service with a key.">
          <a href="/keys">See the keys</a>
        </Card>
      </div>
    </Page>
  );
}
