import { readTraining } from '../../api/operations.generated.ts';
import { useCall } from '../../api/use-call.ts';
import { Card } from '../../parts/layout/card.tsx';
import { Problem } from '../../parts/layout/notice.tsx';
import { Page } from '../../parts/layout/page.tsx';
import { Skeleton } from '../../parts/layout/progress.tsx';
import { Stat } from '../../parts/layout/stat.tsx';
import { When } from '../../parts/layout/when.tsx';
import { Explained } from '../../parts/overlays/explained.tsx';
import { number } from '../../parts/words/figures.ts';
import { dayAndTime } from '../../parts/words/times.ts';
import { Personas } from './personas.tsx';
import { Train } from './train.tsx';
import './learning.css';

/** What the model has learned from, and what the shop teaches it itself. */
export default function Learning() {
  const { data, error, reload } = useCall(readTraining);
  return (
    <Page
      title="Learning"
      lead="The model learns from visits how shoppers of this shop go from product to product, and which evidence to trust."
    >
      <div class="stack">
        {error !== undefined && <Problem error={error} retry={reload} />}
        {data === undefined && error === undefined && <Skeleton />}
        {data !== undefined && (
          <>
            <div class="columns learning-figures">
              <Card>
                <Stat
                  name={
                    <Explained by="Visits of the last whole training. Those of bots and of yourselves are put aside.">
                      Visits learned from
                    </Explained>
                  }
                  value={number(data.visits)}
                  note={data.visits === 0 ? 'the first visits are to come' : 'in the last whole training'}
                />
              </Card>
              <Card>
                <Stat
                  name={
                    <Explained by="The model also learns from each visit as it ends, until it is trained as a whole again.">
                      Learned since
                    </Explained>
                  }
                  value={number(data.updates)}
                  note="visits, each as it ended"
                />
              </Card>
              <Card>
                <Stat
                  name={
                    <Explained by="Searches that several shoppers made: suggestions offer them while somebody types.">
                      Searches to suggest
                    </Explained>
                  }
                  value={number(data.queries)}
                  note="made by several shoppers"
                />
              </Card>
              <Card>
                <Stat
                  name="Trained as a whole"
                  value={data.trainedAt === undefined ? 'not yet' : <When at={data.trainedAt} />}
                  note={
                    data.trainedAt === undefined ? 'the shipped model is in use' : dayAndTime(data.trainedAt)
                  }
                />
              </Card>
            </div>
            <Train onTrained={reload} />
          </>
        )}
        <Personas />
      </div>
    </Page>
  );
}
