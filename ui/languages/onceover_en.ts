<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Onceover</name>
    <message numerus="yes">
        <source>%Ln are left out.</source>
        <translation><numerusform>%Ln is left out.</numerusform><numerusform>%Ln are left out.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln cases need a person</source>
        <translation><numerusform>One case needs a person</numerusform><numerusform>%Ln cases need a person</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln declarations are registered.</source>
        <translation><numerusform>%Ln declaration is registered.</numerusform><numerusform>%Ln declarations are registered.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln differences.</source>
        <translation><numerusform>One difference.</numerusform><numerusform>%Ln differences.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln earlier marks.</source>
        <translation><numerusform>%Ln earlier mark.</numerusform><numerusform>%Ln earlier marks.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events are published once more.</source>
        <translation><numerusform>%Ln event is published once more.</numerusform><numerusform>%Ln events are published once more.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events match.</source>
        <translation><numerusform>%Ln event matches.</numerusform><numerusform>%Ln events match.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events were written before an error; the rest were not: %1</source>
        <translation><numerusform>%Ln event was written before an error; the rest were not: %1</numerusform><numerusform>%Ln events were written before an error; the rest were not: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln events were written. Whether the next batch was written is unknown: %1</source>
        <translation><numerusform>%Ln event was written. Whether the next batch was written is unknown: %1</numerusform><numerusform>%Ln events were written. Whether the next batch was written is unknown: %1</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln findings. Enter opens the key.</source>
        <translation><numerusform>%Ln finding. Enter opens its key.</numerusform><numerusform>%Ln findings. Enter opens the key.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln indexes</source>
        <translation><numerusform>%Ln index</numerusform><numerusform>%Ln indexes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln items</source>
        <translation><numerusform>%Ln item</numerusform><numerusform>%Ln items</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys are released, and no client has retried in time.</source>
        <translation><numerusform>%Ln key is released, and no client has retried in time.</numerusform><numerusform>%Ln keys are released, and no client has retried in time.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys are stuck</source>
        <translation><numerusform>%Ln key is stuck</numerusform><numerusform>%Ln keys are stuck</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys have two effects at the gateway: they may have been charged or paid twice.</source>
        <translation><numerusform>One key has two effects at the gateway: it may have been charged or paid twice.</numerusform><numerusform>%Ln keys have two effects at the gateway: they may have been charged or paid twice.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln keys need a person: evidence does not settle them.</source>
        <translation><numerusform>%Ln key needs a person: evidence does not settle it.</numerusform><numerusform>%Ln keys need a person: evidence does not settle them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln lines cannot be planned; no plan was made.</source>
        <translation><numerusform>%Ln line cannot be planned; no plan was made.</numerusform><numerusform>%Ln lines cannot be planned; no plan was made.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation><numerusform>%Ln more</numerusform><numerusform>%Ln more</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln more reasons are in the report</source>
        <translation><numerusform>%Ln more reason is in the report</numerusform><numerusform>%Ln more reasons are in the report</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln need a person.</source>
        <translation><numerusform>%Ln needs a person.</numerusform><numerusform>%Ln need a person.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln notices</source>
        <translation><numerusform>%Ln notice</numerusform><numerusform>%Ln notices</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln of them need a person: evidence does not settle them.</source>
        <translation><numerusform>%Ln of them needs a person: evidence does not settle it.</numerusform><numerusform>%Ln of them need a person: evidence does not settle them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln older ones: oncectl cases show</source>
        <translation><numerusform>%Ln older one: oncectl cases show</numerusform><numerusform>%Ln older ones: oncectl cases show</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln parts could not be read; the file names them.</source>
        <translation><numerusform>%Ln part could not be read; the file names it.</numerusform><numerusform>%Ln parts could not be read; the file names them.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests wait for a second approver</source>
        <translation><numerusform>%Ln request waits for a second approver</numerusform><numerusform>%Ln requests wait for a second approver</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln requests were refused in the last 5 minutes: the key was used with another payload.</source>
        <translation><numerusform>%Ln request was refused in the last 5 minutes: the key was used with another payload.</numerusform><numerusform>%Ln requests were refused in the last 5 minutes: the key was used with another payload.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows</source>
        <translation><numerusform>%Ln row</numerusform><numerusform>%Ln rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows are frozen</source>
        <translation><numerusform>%Ln row is frozen</numerusform><numerusform>%Ln rows are frozen</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows no longer exist.</source>
        <translation><numerusform>%Ln row no longer exists.</numerusform><numerusform>%Ln rows no longer exist.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 are not settled.</source>
        <translation><numerusform>%Ln row%1 is not settled.</numerusform><numerusform>%Ln rows%1 are not settled.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 were not written.</source>
        <translation><numerusform>%Ln row%1 was not written.</numerusform><numerusform>%Ln rows%1 were not written.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln rows%1 were skipped.</source>
        <translation><numerusform>%Ln row%1 was skipped.</numerusform><numerusform>%Ln rows%1 were skipped.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln sampled rows</source>
        <translation><numerusform>%Ln sampled row</numerusform><numerusform>%Ln sampled rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln selected rows are left as they are.</source>
        <translation><numerusform>%Ln selected row is left as it is.</numerusform><numerusform>%Ln selected rows are left as they are.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln tables examined.</source>
        <translation><numerusform>%Ln table examined.</numerusform><numerusform>%Ln tables examined.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%Ln warnings</source>
        <translation><numerusform>%Ln warning</numerusform><numerusform>%Ln warnings</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>; %Ln checks found nothing</source>
        <translation><numerusform>; %Ln check found nothing</numerusform><numerusform>; %Ln checks found nothing</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>; %Ln could not be made</source>
        <translation><numerusform>; %Ln could not be made</numerusform><numerusform>; %Ln could not be made</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>And %Ln more remarks.</source>
        <translation><numerusform>And %Ln more remark.</numerusform><numerusform>And %Ln more remarks.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln cases need a person</source>
        <translation><numerusform>At least one case needs a person</numerusform><numerusform>At least %Ln cases need a person</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln keys are released, and no client has retried in time.</source>
        <translation><numerusform>At least %Ln key is released, and no client has retried in time.</numerusform><numerusform>At least %Ln keys are released, and no client has retried in time.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln keys are stuck</source>
        <translation><numerusform>At least %Ln key is stuck</numerusform><numerusform>At least %Ln keys are stuck</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>At least %Ln requests wait for a second approver</source>
        <translation><numerusform>At least %Ln request waits for a second approver</numerusform><numerusform>At least %Ln requests wait for a second approver</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Case: %1, asked %Ln times</source>
        <translation><numerusform>Case: %1, asked once</numerusform><numerusform>Case: %1, asked %Ln times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Events: %Ln of %1 relays are not running</source>
        <translation><numerusform>Events: %Ln of %1 relays is not running</numerusform><numerusform>Events: %Ln of %1 relays are not running</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>For %Ln keys the gateway has a different effect than requested.</source>
        <translation><numerusform>For one key the gateway has a different effect than requested.</numerusform><numerusform>For %Ln keys the gateway has a different effect than requested.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>It was cancelled. %Ln events are published once more, the rest are not.</source>
        <translation><numerusform>It was cancelled. %Ln event is published once more, the rest are not.</numerusform><numerusform>It was cancelled. %Ln events are published once more, the rest are not.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>It would hold %Ln rows%1.</source>
        <translation><numerusform>It would hold %Ln row%1.</numerusform><numerusform>It would hold %Ln rows%1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>It would hold at least %Ln rows%1.</source>
        <translation><numerusform>It would hold at least %Ln row%1.</numerusform><numerusform>It would hold at least %Ln rows%1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>More: %Ln cards</source>
        <translation><numerusform>More: %Ln card</numerusform><numerusform>More: %Ln cards</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Nothing was found by %Ln checks</source>
        <translation><numerusform>Nothing was found by %Ln check</numerusform><numerusform>Nothing was found by %Ln checks</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Of the %Ln selected rows of %1.</source>
        <translation><numerusform>Of the %Ln selected row of %1.</numerusform><numerusform>Of the %Ln selected rows of %1.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Reading the gateway's ledger · %Ln effects</source>
        <translation><numerusform>Reading the gateway's ledger · %Ln effect</numerusform><numerusform>Reading the gateway's ledger · %Ln effects</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Reading · %Ln rows</source>
        <translation><numerusform>Reading · %Ln row</numerusform><numerusform>Reading · %Ln rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Release %Ln rows</source>
        <translation><numerusform>Release %Ln row</numerusform><numerusform>Release %Ln rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Settle %Ln rows</source>
        <translation><numerusform>Settle %Ln row</numerusform><numerusform>Settle %Ln rows</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked %Ln times</source>
        <translation><numerusform>The gateway was asked once</numerusform><numerusform>The gateway was asked %Ln times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked about %Ln rows.</source>
        <translation><numerusform>The gateway was asked about %Ln row.</numerusform><numerusform>The gateway was asked about %Ln rows.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The gateway was asked about it %Ln times.</source>
        <translation><numerusform>The gateway was asked about it once.</numerusform><numerusform>The gateway was asked about it %Ln times.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Tried %Ln times</source>
        <translation><numerusform>Tried once</numerusform><numerusform>Tried %Ln times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Unknown at %Ln earlier times.</source>
        <translation><numerusform>Unknown at %Ln earlier time.</numerusform><numerusform>Unknown at %Ln earlier times.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>asked %Ln times</source>
        <translation><numerusform>asked once</numerusform><numerusform>asked %Ln times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>clients of %1 and %Ln other operations</source>
        <translation><numerusform>clients of %1 and %Ln other operation</numerusform><numerusform>clients of %1 and %Ln other operations</numerusform></translation>
    </message>
</context>
</TS>
